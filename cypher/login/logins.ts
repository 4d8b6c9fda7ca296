import { setTimeout as delay } from 'node:timers/promises'
import { GraphError } from '../errors.ts'
import { refusalOf } from './refusals.ts'

const RATE_LIMIT = 'Neo.ClientError.Security.AuthenticationRateLimit'

/** How long Neo4j locks a user by default. Logins that it rejects in this time do not extend the lock. */
const LOCKED_MS = 5_000
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 16 * 60_000
/** An unresponsive login must not block the others indefinitely. */
const LOGIN_MS = 2_000
const ASK_EVERY_MS = 100

/**
 * Thrown when Neo4j rejects a login, or has rejected one recently, so that none is attempted now. `code` is Neo4j's
 * code, which the driver evaluates.
 */
export class LoginRefused extends GraphError {
  readonly code: string

  constructor(code: string, message: string, cause?: unknown) {
    super('unavailable', message, cause)
    this.code = code
  }

  /** Whether the user is locked, in which case the password may be correct. */
  get isLocked(): boolean {
    return this.code === RATE_LIMIT
  }
}

export interface LoginsOptions {
  /** Called for each rejected login, with the time until the next attempt. */
  onRefused?(message: string, waitMs: number): void
  now?(): number
  /** Returns a number from 0 to 1. */
  random?(): number
}

/**
 * Limits logins: one connection at a time, two after one has succeeded, and none for some time after a rejected login.
 * Neo4j locks a user after a few failures in a row, from any process. So a process with an old password that retried
 * all the time would lock out all others. After a rejection, the next attempt follows in one to two minutes, and the
 * interval grows to 16 to 32 minutes.
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

  /** Two concurrent failures do not lock a user. Until one login has succeeded, only one is allowed. */
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
    /** Runs a login when it is its turn. @throws LoginRefused immediately while no login is attempted */
    async run<T>(login: () => Promise<T>): Promise<T> {
      await turn()
      const attempted = attempt(login)
      const over = attempted.catch(() => undefined)
      void Promise.race([over, delay(LOGIN_MS, undefined, { ref: false })]).then(next)
      return attempted
    },
    /** Why no login is attempted now; null if logins are allowed. */
    refusal: current,
    /** Like `refusal`, but null if existing connections may still work. */
    hopeless: () => (isProven ? null : current()),
    /** Retries `work` while the existing connections are in use and no new one may log in. */
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
