import { useEffect, useRef, useState } from 'react'

/** Shorter than the pause between typed keys, and longer than between repeats of a held key, which alone is delayed. */
export const REST_MS = 40

/** The text immediately while the user types. While a key is held, the text after the last repeat. */
export function usePaced(text: string): string {
  const [paced, setPaced] = useState(text)
  const passedAt = useRef(0)
  useEffect(() => {
    const pass = () => {
      passedAt.current = performance.now()
      setPaced(text)
    }
    const timer = setTimeout(pass, passedAt.current + REST_MS - performance.now())
    return () => clearTimeout(timer)
  }, [text])
  return paced
}

/** The value once it has not changed for the given time, so that moving over many values sends few requests. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
