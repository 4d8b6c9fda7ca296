import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

/** The functions of a worker process by name. Arguments and results are plain data. */
export type Methods = Record<string, (argument: never) => unknown>

export interface Worker<M extends Methods> {
  pid: number
  /** @throws Error with the worker's message, or if the worker has exited */
  ask<K extends keyof M & string>(name: K, argument: Parameters<M[K]>[0]): Promise<Awaited<ReturnType<M[K]>>>
  end(): void
}

interface WorkerRequest {
  id: number
  name: string
  argument: unknown
}
type WorkerResponse = { id: number; result: unknown } | { id: number; error: string }

/** Starts `bench/<file>` as a process of its own that exits with this one. */
export function startWorker<M extends Methods>(file: string, variables: NodeJS.ProcessEnv): Worker<M> {
  const child = fork(join(import.meta.dirname, file), { env: variables, serialization: 'advanced' })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  child.on('message', (response: WorkerResponse) => {
    if ('error' in response) waiting.get(response.id)?.reject(new Error(`${file}: ${response.error}`))
    else waiting.get(response.id)?.resolve(response.result)
    waiting.delete(response.id)
  })
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended`))
  })
  let id = 0
  return {
    pid: child.pid ?? 0,
    ask(name, argument) {
      id += 1
      const response = Promise.withResolvers<unknown>()
      waiting.set(id, response)
      child.send({ id, name, argument } satisfies WorkerRequest)
      return resultOf(response.promise)
    },
    end: () => disconnect(child),
  }
}

function disconnect(child: ChildProcess): void {
  if (child.connected) child.disconnect()
}

/** Both ends of the channel have the same type of methods, so the result has the type of the called method. */
function resultOf<T>(result: Promise<unknown>): Promise<T> {
  return result as Promise<T>
}

/** Runs in the worker: responds to calls until the parent process is gone. */
export function respondAs<M extends Methods>(methods: M): void {
  process.on('message', async ({ id, name, argument }: WorkerRequest) => {
    try {
      process.send?.({ id, result: await methods[name]?.(argument as never) } satisfies WorkerResponse)
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.message : String(error) } satisfies WorkerResponse)
    }
  })
  process.once('disconnect', () => process.exit())
}
