import { setTimeout as delay } from 'node:timers/promises'
import { GraphError } from '../errors.ts'
import { refusalOf } from './refusals.ts'

const RATE_LIMIT = 'Neo.ClientError.Security.AuthenticationRateLimit'

/** Neo4j locks a user for 5 s by default; a login that it rejects in that time does not make it longer. */
const LOCKED_MS = 5_000
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 16 * 60_000
/** A login that hangs must not block the others indefinitely. */
const LOGIN_MS = 2_000
const ASK_EVERY_MS = 100

/** Neo4j refuses a login, or did a moment ago, so that none is tried now. `code` is Neo4j's, which the driver looks at. */
export class LoginRefused extends GraphError {
  readonly code: string

  constructor(code: string, message: string, cause?: unknown) {
    super('unavailable', message, cause)
    this.code = code
  }

  /** Whether the user is locked: the password may be right. */
  get isLocked(): boolean {
    return this.code === RATE_LIMIT
  }
}

export interface LoginsOptions {
  /** Told of each refusal by Neo4j, and how long none is tried now. */
  onRefused?(message: string, waitMs: number): void
  now?(): number
  /** From 0 to 1. */
  random?(): number
}

/**
 * Lets one connection at a time log in, two once one was right, and none for a while after Neo4j has refused one. Neo4j locks a user after a few
 * failures in a row, from any process, so that a process with an old password that tries and tries takes the graph from all
 * others. After a refusal it tries once in one to two minutes, then less and less often, down to once in 16 to 32 minutes.
 */
export function createLogins({ onRefused = () => {}, now = Date.now, random = Math.random }: LoginsOptions = {}) {
  let refused: LoginRefused | null = null
  let until = 0
  let failures = 0
  let isProven = false
  let running = 0
  const waiting: (() => void)[] = []

  const current = () => (now() < until ? refused : null)

  function note(error: unknown): void {
    const { code = '', message = '' } = Object(error) as { code?: unknown; message?: string }
    const meaning = refusalOf(String(code))
    if (!meaning || error instanceof LoginRefused) return
    refused = new LoginRefused(String(code), meaning, new Error(message))
    if (!refused.isLocked) failures += 1
    const base = refused.isLocked ? LOCKED_MS : Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS)
    const waitMs = Math.round(base * (1 + random()))
    until = now() + waitMs
    onRefused(meaning, waitMs)
  }

  /** Two at a time are fewer than lock a user; one, until it is known that it is right. */
  const mayRun = () => running < (isProven ? 2 : 1)

  function turn(): Promise<void> {
    if (!mayRun()) return new Promise((resolve) => waiting.push(resolve))
    running += 1
    return Promise.resolve()
  }

  function next(): void {
    running -= 1
    while (waiting.length > 0 && (mayRun() || current())) {
      running += 1
      waiting.shift()?.()
    }
  }

  async function attempt<T>(login: () => Promise<T>): Promise<T> {
    const now = current()
    if (now) throw now
    try {
      const result = await login()
      refused = null
      failures = 0
      isProven = true
      return result
    } catch (error) {
      note(error)
      throw refused ?? error
    }
  }

  return {
    /** Runs what logs a connection in, in its turn. @throws LoginRefused, at once while none is tried */
    async run<T>(login: () => Promise<T>): Promise<T> {
      await turn()
      const attempted = attempt(login)
      const over = attempted.catch(() => undefined)
      void Promise.race([over, delay(LOGIN_MS, undefined, { ref: false })]).then(next)
      return attempted
    },
    /** Why no login is tried now; null while one may be. */
    refusal: current,
    /** The same, and null where connections of before may still be there. */
    hopeless: () => (isProven ? null : current()),
    /** Tries `work` again while connections that are there are in use and no other may log in. */
    async ridingOut<T>(work: () => Promise<T>, patienceMs: number): Promise<T> {
      for (const begun = performance.now(); ; await delay(ASK_EVERY_MS)) {
        try {
          return await work()
        } catch (error) {
          const isOver = performance.now() - begun > patienceMs
          if (!(error instanceof LoginRefused) || !isProven || isOver) throw error
        }
      }
    },
  }
}

export type Logins = ReturnType<typeof createLogins>
