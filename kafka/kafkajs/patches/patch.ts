/** A change to kafkajs in this process. Applying it twice does nothing more. */
export type Patch = {
  /** Public reports of what it works around. */
  issues: readonly string[]
  /** Which fail without it. */
  tests: readonly string[]
  /** What makes it superfluous; another client than kafkajs removes all of them. */
  removedBy: string
  apply(): void
}
