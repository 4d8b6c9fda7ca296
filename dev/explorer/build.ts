import { buildExplorer } from './build-explorer.ts'

/** `npm run explorer`: builds the pages of the explorer, where they are older than their sources. */
const isNew = await buildExplorer()
console.log(isNew ? 'The explorer is built: explorer/dist.' : 'The explorer is built already from these sources.')
