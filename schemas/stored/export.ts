import { ExportJob } from '../exports/exports.ts'
import { storedDocument } from './stored-document.ts'

/** The parameters of an export as they were resolved when it was created. */
export const storedParameters = storedDocument('parameters of an export', ExportJob.shape.parameters)
