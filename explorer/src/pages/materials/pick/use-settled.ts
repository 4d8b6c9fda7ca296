import { useEffect, useState } from 'react'

/** A value once it stayed the same for a moment, so that not every letter asks. */
export function useSettled<Value>(value: Value, afterMs = 200): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
