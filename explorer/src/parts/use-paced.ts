import { useEffect, useRef, useState } from 'react'

/** Shorter than people type, longer than a key that is held repeats: only then is waited. */
export const REST_MS = 40

/** A text at once while somebody types it; of keys that follow each other faster than people type, the last. */
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

/** A value once it has not changed for a while, so that walking over many asks for few. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
