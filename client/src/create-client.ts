import { type ExportJob, type ExportResponse, endpoints, type Operations } from './contract.ts'
import { ExportNotCompleted, type OperationId } from './errors.ts'
import { untilCompleted, verified, type WaitOptions } from './exports.ts'
import { List, type ListOptions, type Page } from './list.ts'
import { send } from './send.ts'
import { type ClientOptions, type RequestOptions, settingsOf } from './settings.ts'

/** The input may be left out where all of its fields may. */
type Arguments<Input, Options> =
  Record<never, never> extends Input ? [input?: Input, options?: Options] : [input: Input, options?: Options]

/** An operation as a function: lists are awaited or iterated, everything else is awaited. */
export type Method<Id extends OperationId> = Operations[Id]['output'] extends Page
  ? (...given: Arguments<Operations[Id]['input'], ListOptions>) => List<Operations[Id]['output']>
  : (...given: Arguments<Operations[Id]['input'], RequestOptions>) => Promise<Operations[Id]['output']>

/** What is made of several requests. */
export interface ExportMethods {
  /**
   * Waits until an export is completed, asking as often as the service says.
   * @throws ExportNotCompleted when it failed or has expired
   */
  waitForExport(exportId: string, options?: WaitOptions): Promise<ExportJob>
  /**
   * The bytes of a completed export as they come; the stream fails with ChecksumMismatch instead of ending when they are not
   * those that the service wrote, by the `sha256` of the job.
   * @throws ExportNotCompleted
   */
  readExport(exportId: string, options?: RequestOptions): Promise<ReadableStream<Uint8Array>>
}

/** The operations of the contract, by their `operationId`. */
export type Client = { [Id in OperationId]: Method<Id> } & ExportMethods

/** A client of one API with one token. @throws TypeError for an address that cannot be one */
export function createClient(options: ClientOptions): Client {
  const settings = settingsOf(options)
  const ask = (operationId: OperationId, input: object, given: RequestOptions) =>
    send(operationId, input, settings, given)

  function methodOf(operationId: OperationId) {
    const { isPaged, pageLimit } = endpoints[operationId]
    if (!isPaged) return (input: object = {}, given: RequestOptions = {}) => ask(operationId, input, given)
    return (input: { limit?: number } = {}, given: ListOptions = {}) => {
      const read = (place: object) => ask(operationId, { ...input, ...place }, given) as Promise<Page>
      return new List(read, input.limit === undefined ? pageLimit : null, given)
    }
  }

  async function readJob(exportId: string, given: RequestOptions): Promise<ExportJob> {
    const { data } = (await ask('getExport', { exportId }, given)) as ExportResponse
    return data
  }

  const exportMethods: ExportMethods = {
    waitForExport: (exportId, given = {}) =>
      untilCompleted((request) => readJob(exportId, request), settings.wait, given),
    async readExport(exportId, given = {}) {
      const job = await readJob(exportId, given)
      if (job.status !== 'completed') throw new ExportNotCompleted(job)
      return verified((await ask('downloadExport', { exportId }, given)) as Response, job)
    },
  }
  const ids = Object.keys(endpoints) as OperationId[]
  const methods: object = Object.fromEntries(ids.map((id) => [id, methodOf(id)]))
  return { ...methods, ...exportMethods } as Client
}
