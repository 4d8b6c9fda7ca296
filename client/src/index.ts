export { ChangeFeed, type ChangesInput, type ChangesMethod, type ChangesOptions } from './changes.ts'
export type * from './contract.ts'
export { type Client, createClient, type ExportMethods, type Method } from './create-client.ts'
export * from './enums.ts'
export {
  ApiProblem,
  ChecksumMismatch,
  ExportNotCompleted,
  NetworkError,
  type OperationId,
  type ProblemCode,
  UnexpectedResponse,
} from './errors.ts'
export type { WaitOptions } from './exports.ts'
export { List, type ListOptions, type Page, type ReadPage, type RowOf } from './list.ts'
export type { ClientOptions, RequestOptions, SentRequest } from './settings.ts'
export { type PreparedRequest, toRequest } from './to-request.ts'
