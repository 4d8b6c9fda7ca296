import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Problem } from './problem.tsx'
import { Skeleton } from './skeleton.tsx'

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'refetch'>
  /** Lines of the skeleton: about as many as will come. */
  lines: number
  children: (data: Data) => ReactNode
}

/** What was read, or a skeleton until it is there, or the problem with a way to try again. */
export function Loaded<Data>({ query, lines, children }: LoadedProps<Data>): ReactNode {
  if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <Skeleton lines={lines} />
  return children(query.data)
}
