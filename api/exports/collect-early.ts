import { setFlagsFromString } from 'node:v8'

const GROWING_PERCENT = 50

/**
 * Has V8 collect the heap when it is half as large again as what was alive, not two to four times, as long as `isWriting`:
 * an export makes objects faster than V8 would look for them. It is not so all the time, because requests that make more
 * objects than others would pay for it with up to half of their time again. See docs/adr/0016-exports.md.
 */
export function collectEarly(isWriting: boolean): void {
  // 0 is V8's default: it decides by itself.
  setFlagsFromString(`--heap-growing-percent=${isWriting ? GROWING_PERCENT : 0}`)
}
