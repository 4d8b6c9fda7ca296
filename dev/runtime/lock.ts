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

/** The lock, with the dead holder it was taken from; or null, with the live one that has it. */
function tryLock(file: string): { lock: Lock | null; holder: Holder | null } {
  const self = identifyProcess(process.pid)
  if (!self) throw new Error(`The start time of process ${process.pid} cannot be read: neither /proc nor ps answers.`)
  mkdirSync(dirname(file), { recursive: true })
  const mine: Holder = { ...self, children: [] }
  const holder = readHolder(file)
  if (holder && (isAlive(holder) || !removeStale(file, holder))) return { lock: null, holder: readHolder(file) }
  return publish(file, mine) ? { lock: lockOf(file, mine), holder } : { lock: null, holder: readHolder(file) }
}

function lockOf(file: string, mine: Holder): Lock {
  return {
    addChild(pid) {
      const child = identifyProcess(pid)
      if (!child) return
      mine.children = [...mine.children.filter(isAlive), child]
      write(`${file}.${process.pid}`, mine)
      renameSync(`${file}.${process.pid}`, file)
    },
    release: () => rmSync(file, { force: true }),
  }
}

/** A link, unlike a write, puts the whole content in place at once and fails when there is a file already. */
function publish(file: string, holder: Holder): boolean {
  const draft = `${file}.${process.pid}`
  write(draft, holder)
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

/** Of two that find the same stale file, the second must not carry away the lock that the first has put in its place. */
function removeStale(file: string, stale: Holder): boolean {
  const aside = `${file}.${process.pid}.stale`
  try {
    renameSync(file, aside)
  } catch {
    return true
  }
  const moved = readHolder(aside)
  const right = moved?.pid === stale.pid && moved.startedAt === stale.startedAt
  if (!right && moved) publish(file, moved)
  rmSync(aside, { force: true })
  return right
}

/** A damaged file (a power cut) names nobody, so that it counts as stale. */
function readHolder(file: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : { pid: 0, startedAt: '', children: [] }
  }
}

const write = (file: string, holder: Holder) => writeFileSync(file, `${JSON.stringify(holder)}\n`)
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
