import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { javaFlags } from '../support/java-flags.ts'

/** The Java client of Kafka in a process of its own, whose results do not depend on the client under test. */
export interface ClusterTool {
  /** Moves the leaders of topics with this prefix off one broker, another one on each call. @returns how many moved */
  moveLeaders(prefix: string): Promise<number>
  /** The ID of the broker that coordinates a consumer group. */
  coordinatorOf(groupId: string): Promise<number>
  /** Writes the values of a topic to a file, one per line. @returns how many */
  read(topic: string, file: string): Promise<number>
  /** Whether every replica of every topic is in sync. */
  isWhole(): Promise<boolean>
  close(): void
}

/** @throws Error when it does not start */
export async function startClusterTool(java: string, classPath: string, addresses: string): Promise<ClusterTool> {
  const source = join(import.meta.dirname, 'ClusterTool.java')
  const flags = [...javaFlags, '-Xmx256m', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=off']
  const child = spawn(java, [...flags, '-cp', classPath, source, addresses], { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting: PromiseWithResolvers<string>[] = []
  const next = () => {
    const answer = Promise.withResolvers<string>()
    waiting.push(answer)
    return answer.promise
  }
  const ready = next()
  createInterface(child.stdout).on('line', (line) => waiting.shift()?.resolve(line))
  child.once('exit', () => {
    for (const one of waiting.splice(0)) one.reject(new Error('the cluster tool has ended'))
  })
  if ((await ready) !== 'ready') throw new Error('the cluster tool did not start')
  const ask = async (...order: string[]) => {
    const answer = next()
    child.stdin.write(`${order.join(' ')}\n`)
    const [, outcome, rest] = /^(done|failed) (.*)$/.exec(await answer) ?? []
    if (outcome !== 'done') throw new Error(`${order.join(' ')}: ${rest}`)
    return rest ?? ''
  }
  return {
    moveLeaders: async (prefix) => Number(await ask('move', prefix)),
    coordinatorOf: async (groupId) => Number(await ask('coordinator', groupId)),
    read: async (topic, file) => Number(await ask('read', topic, file)),
    isWhole: async () => (await ask('whole')) === 'true',
    close: () => void child.kill('SIGKILL'),
  }
}
