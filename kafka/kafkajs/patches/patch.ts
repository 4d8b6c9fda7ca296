/** A change to kafkajs in this process. Applying it again has no effect. */
export type Patch = {
  /** Public reports of the defects that it works around. */
  issues: readonly string[]
  /** Tests that fail without it. */
  tests: readonly string[]
  /** What makes it unnecessary. Replacing kafkajs by another client makes all patches unnecessary. */
  removedBy: string
  apply(): void
}
