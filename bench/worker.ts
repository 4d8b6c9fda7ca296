import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

/** What a worker process can be asked, by name. Arguments and results are plain data. */
export type Methods = Record<string, (argument: never) => unknown>

export interface Worker<M extends Methods> {
  pid: number
  /** @throws Error with the worker's message, or when it ended */
  ask<K extends keyof M & string>(name: K, argument: Parameters<M[K]>[0]): Promise<Awaited<ReturnType<M[K]>>>
  end(): void
}

interface Question {
  id: number
  name: string
  argument: unknown
}
type Answer = { id: number; result: unknown } | { id: number; error: string }

/** Starts `bench/<file>` as a process of its own, which ends with this one. */
export function startWorker<M extends Methods>(file: string, variables: NodeJS.ProcessEnv): Worker<M> {
  const child = fork(join(import.meta.dirname, file), { env: variables, serialization: 'advanced' })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  child.on('message', (answer: Answer) => {
    if ('error' in answer) waiting.get(answer.id)?.reject(new Error(`${file}: ${answer.error}`))
    else waiting.get(answer.id)?.resolve(answer.result)
    waiting.delete(answer.id)
  })
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended`))
  })
  let id = 0
  return {
    pid: child.pid ?? 0,
    ask(name, argument) {
      id += 1
      const answer = Promise.withResolvers<unknown>()
      waiting.set(id, answer)
      child.send({ id, name, argument } satisfies Question)
      return resultOf(answer.promise)
    },
    end: () => disconnect(child),
  }
}

function disconnect(child: ChildProcess): void {
  if (child.connected) child.disconnect()
}

/** Both ends of the channel are typed by the same methods, so that the result is the one of the method asked. */
function resultOf<T>(result: Promise<unknown>): Promise<T> {
  return result as Promise<T>
}

/** In the worker: answers what it is asked, until the one who asks is gone. */
export function answerAs<M extends Methods>(methods: M): void {
  process.on('message', async ({ id, name, argument }: Question) => {
    try {
      process.send?.({ id, result: await methods[name]?.(argument as never) } satisfies Answer)
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.message : String(error) } satisfies Answer)
    }
  })
  process.once('disconnect', () => process.exit())
}
