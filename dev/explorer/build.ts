import { buildExplorer } from './build-explorer.ts'

/** `npm run explorer`: builds the pages of the Explorer if their sources have changed. */
const isNew = await buildExplorer()
console.log(isNew ? 'The explorer is built: explorer/dist.' : 'The explorer is built already from these sources.')
