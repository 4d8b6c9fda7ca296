import { ChangeFeed, type ChangesMethod } from './changes.ts'
import { type ChangePage, type ExportJob, type ExportResponse, endpoints, type Operations } from './contract.ts'
import { ExportNotCompleted, type OperationId } from './errors.ts'
import { untilCompleted, verified, type WaitOptions } from './exports.ts'
import { List, type ListOptions, type Page } from './list.ts'
import { send } from './send.ts'
import { type ClientOptions, type RequestOptions, settingsOf } from './settings.ts'

/** The arguments of an operation. The input is optional if all of its fields are. */
type Arguments<Input, Options> =
  Record<never, never> extends Input ? [input?: Input, options?: Options] : [input: Input, options?: Options]

/** An operation as a method. It returns a list, which can be awaited or iterated, or a promise. */
export type Method<Id extends OperationId> = Operations[Id]['output'] extends Page
  ? (...given: Arguments<Operations[Id]['input'], ListOptions>) => List<Operations[Id]['output']>
  : (...given: Arguments<Operations[Id]['input'], RequestOptions>) => Promise<Operations[Id]['output']>

/** Methods that send several requests. */
export interface ExportMethods {
  /**
   * Waits until an export is completed. It polls at the interval that the service returns.
   * @throws ExportNotCompleted if the export failed or has expired
   */
  waitForExport(exportId: string, options?: WaitOptions): Promise<ExportJob>
  /**
   * Streams the bytes of a completed export. The stream fails with ChecksumMismatch at its end if the bytes do not have
   * the job's `sha256`.
   * @throws ExportNotCompleted
   */
  readExport(exportId: string, options?: RequestOptions): Promise<ReadableStream<Uint8Array>>
}

/** The operations of the contract, by their `operationId`. */
export type Client = { [Id in OperationId]: Method<Id> } & ExportMethods & ChangesMethod

/** Creates a client of one API with one token. @throws TypeError for an invalid address */
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
  const changesMethod: ChangesMethod = {
    changes(input = {}, given = {}) {
      const { pageLimit } = endpoints.listChanges
      const first = { ...input, limit: input.limit ?? pageLimit }
      const read = (place: object) => ask('listChanges', { ...first, ...place }, given) as Promise<ChangePage>
      return new ChangeFeed(read, settings.wait, given)
    },
  }
  const ids = Object.keys(endpoints) as OperationId[]
  const methods: object = Object.fromEntries(ids.map((id) => [id, methodOf(id)]))
  return { ...methods, ...exportMethods, ...changesMethod } as Client
}
