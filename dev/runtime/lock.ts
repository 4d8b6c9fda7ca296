import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { identifyProcess, isAlive, ProcessIdentity } from './process-identity.ts'

/** What a lock file says: who holds it, and the processes that may outlive the holder for some seconds. */
const Holder = ProcessIdentity.extend({ children: z.array(ProcessIdentity) })
type Holder = z.infer<typeof Holder>

export interface Lock {
  /** Names a process that works in the locked folder, so that the next holder waits for its end. */
  addChild(pid: number): void
  release(): void
}

const POLL_MS = 100
const CHILDREN_END_WITHIN_MS = 6000

/**
 * Takes the lock file or says who has it, at once. A file of a process that is gone is not believed, but its children
 * are waited for: after a kill -9 the databases need a moment to close their stores.
 * @throws Error with the pid of the holder.
 */
export async function takeLock(file: string, what: string): Promise<Lock> {
  const { lock, holder } = tryLock(file)
  if (!lock) throw new Error(`${what} is held by process ${holder?.pid ?? 'unknown'}. Stop that process first.`)
  if (holder) await endOfChildren(holder)
  return lock
}

/** Takes the lock file, waiting while another live process has it; `onWait` is told once whom it waits for. */
export async function waitForLock(file: string, onWait: (pid: number | undefined) => void): Promise<Lock> {
  for (let told = false; ; told = true) {
    const { lock, holder } = tryLock(file)
    if (lock) return lock
    if (!told) onWait(holder?.pid)
    await delay(POLL_MS)
  }
}

async function endOfChildren({ children }: Holder): Promise<void> {
  const deadline = Date.now() + CHILDREN_END_WITHIN_MS
  while (children.some(isAlive)) {
    if (Date.now() > deadline) for (const { pid } of children.filter(isAlive)) process.kill(pid, 'SIGKILL')
    await delay(POLL_MS)
  }
}

interface Attempt {
  lock: Lock | null
  /** Without a lock the live process that has it, else the dead one it was taken from. */
  holder: Holder | null
}

function tryLock(file: string): Attempt {
  mkdirSync(dirname(file), { recursive: true })
  const self = identifyProcess(process.pid)
  if (!self) throw new Error(`The start time of process ${process.pid} cannot be read: neither /proc nor ps answers.`)
  const mine: Holder = { ...self, children: [] }
  if (publish(file, mine)) return { lock: lockOf(file, mine), holder: null }
  const holder = readHolder(file)
  return holder && !isAlive(holder) ? takeOver(file, holder, mine) : { lock: null, holder }
}

/** Several may find the same dead holder. They take turns by a second lock, and only the first still finds it there. */
function takeOver(file: string, dead: Holder, mine: Holder): Attempt {
  const turn = tryLock(`${file}.takeover`)
  if (!turn.lock) return turn
  try {
    const holder = readHolder(file)
    if (holder?.pid !== dead.pid || holder.startedAt !== dead.startedAt) return { lock: null, holder }
    const heir = { ...mine, children: holder.children }
    replace(file, heir)
    return { lock: lockOf(file, heir), holder }
  } finally {
    turn.lock.release()
  }
}

function lockOf(file: string, mine: Holder): Lock {
  return {
    addChild(pid) {
      const child = identifyProcess(pid)
      if (child) mine.children = [...mine.children.filter(isAlive), child]
      replace(file, mine)
    },
    release: () => rmSync(file, { force: true }),
  }
}

/** A link, unlike a write, puts the whole content in place at once and fails when there is a file already. */
function publish(file: string, holder: Holder): boolean {
  const draft = drafted(file, holder)
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

const replace = (file: string, holder: Holder) => renameSync(drafted(file, holder), file)

function drafted(file: string, holder: Holder): string {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(holder)}\n`)
  return draft
}

/** A damaged file (a power cut) names nobody, so that it counts as stale. */
function readHolder(file: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : { pid: 0, startedAt: '', children: [] }
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
