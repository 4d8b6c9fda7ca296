/** Loaded before a program, it shifts the clock by CLOCK_SKEW_MS, as on a machine without time synchronization. */
const skewMs = Number(process.env.CLOCK_SKEW_MS)
const now = Date.now

globalThis.Date = class extends Date {
  constructor(...given: [] | [number | string | Date]) {
    super(given.length === 0 ? now() + skewMs : given[0])
  }

  static override now = () => now() + skewMs
} as DateConstructor
