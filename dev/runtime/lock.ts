import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type FileLock, lockFile } from '../../process/file-lock.ts'
import { identifyProcess, isAlive, ProcessIdentity } from './process-identity.ts'

/** The holder of a lock, and its processes that may outlive it for some seconds. */
const Holder = z.object({ pid: z.number(), children: z.array(ProcessIdentity) })
type Holder = z.infer<typeof Holder>

export interface Lock {
  /** Registers a process that works in the locked folder, so that the next holder waits until it has exited. */
  addChild(pid: number): void
  release(): void
}

const POLL_MS = 100
const CHILDREN_END_WITHIN_MS = 6000

/**
 * Takes the lock immediately, or fails if another process has it. `file` contains the holder. After a kill -9 of a
 * holder, it waits for the holder's children, because the databases need a moment to close their stores.
 * @throws Error with the PID of the holder
 */
export async function takeLock(file: string, what: string): Promise<Lock> {
  const lock = tryLock(file)
  if (!lock)
    throw new Error(`${what} is held by process ${readHolder(file)?.pid ?? 'unknown'}. Stop that process first.`)
  await endOfChildren(readHolder(file)?.children ?? [])
  return held(file, lock)
}

/** Takes the lock, and waits while another live process has it. Calls `onWait` once with the PID of that process. */
export async function waitForLock(file: string, onWait: (pid: number | undefined) => void): Promise<Lock> {
  for (let isReported = false; ; isReported = true) {
    const lock = tryLock(file)
    if (lock) return held(file, lock)
    if (!isReported) onWait(readHolder(file)?.pid)
    await delay(POLL_MS)
  }
}

function tryLock(file: string): FileLock | null {
  mkdirSync(dirname(file), { recursive: true })
  return lockFile(`${file}.sqlite`)
}

async function endOfChildren(children: readonly ProcessIdentity[]): Promise<void> {
  const deadline = Date.now() + CHILDREN_END_WITHIN_MS
  while (children.some(isAlive)) {
    if (Date.now() > deadline) for (const { pid } of children.filter(isAlive)) process.kill(pid, 'SIGKILL')
    await delay(POLL_MS)
  }
}

function held(file: string, lock: FileLock): Lock {
  let children: ProcessIdentity[] = []
  writeHolder(file, children)
  return {
    addChild(pid) {
      const child = identifyProcess(pid)
      if (child) children = [...children.filter(isAlive), child]
      writeHolder(file, children)
    },
    release() {
      rmSync(file, { force: true })
      lock.release()
    },
  }
}

/** Writes by a rename, so that readers see either the old or the new content. */
function writeHolder(file: string, children: readonly ProcessIdentity[]): void {
  writeFileSync(`${file}.new`, `${JSON.stringify({ pid: process.pid, children })}\n`)
  renameSync(`${file}.new`, file)
}

/** Null if the file names no holder yet, or if a power cut damaged it. */
function readHolder(file: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
