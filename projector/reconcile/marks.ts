import { randomUUID } from 'node:crypto'
import type { Run } from '../../cypher/connect.ts'
import { addMarks, deleteMarks, hasConnectedData, listMarks } from '../../cypher/reconcile.ts'
import { newestTimes, type Times } from '../newest-times.ts'
import { type Due, rankOfWork, readWork, workText } from './work.ts'

const MARKS = 50
/** What a mark holds at most, so that taking a part of one costs little. */
const SUBJECTS = 200
/** How much one transaction takes on, by rank: wide subjects, pages, records, requirements, pairs. */
const BUDGETS = [20, 200, 100, 100, 200]

interface Mark {
  id: string
  /** What it holds, as texts, each with its time. */
  times: Times
}

/** What one transaction does of an organization's marks: things of one rank. */
export interface Taken {
  /** Marks that hold some of it: they are deleted. */
  touched: readonly Mark[]
  /** Marks that stay. */
  others: readonly Mark[]
  /** With the newest time among all marks that hold it. */
  due: Due[]
  rank: number
}

/**
 * Takes what comes first, the widest there is, and deletes the marks that hold it. Their deletion comes before anything
 * else is read: it waits until whoever made them has let go of its locks. Before that a commit may be seen in parts, some
 * indexes with it and some without.
 * @returns null when nothing is marked
 */
export async function takeWork(run: Run, organization: string): Promise<Taken | null> {
  const rows = await run(listMarks, organization, { limit: MARKS })
  if (rows.length === 0) return null
  const marks = rows.map(({ id, subjects, times }) => ({ id, times: newestTimes(timed(subjects, times)) }))
  const held = [...allOf(marks)].map(([text, time]) => ({ text, work: readWork(text), time }))
  const rank = Math.min(...held.map(({ work }) => rankOfWork(work)))
  const own = held.filter(({ work }) => rankOfWork(work) === rank).slice(0, BUDGETS[rank])
  const taken = new Set(own.map(({ text }) => text))
  const { touched = [], others = [] } = Object.groupBy(marks, (mark) =>
    mark.times.size === 0 || !taken.isDisjointFrom(mark.times) ? 'touched' : 'others',
  )
  await run(deleteMarks, organization, { ids: touched.map(({ id }) => id) })
  return { touched, others, due: own.map(({ work, time }) => ({ work, time })), rank }
}

function timed(subjects: readonly string[], times: readonly string[]): [string, string][] {
  return subjects.map((subject, at) => [subject, times[at] ?? ''])
}

/** Everything that marks hold, with its newest time among them. */
function allOf(marks: readonly Mark[]): Times {
  return newestTimes(marks.flatMap(({ times }) => [...times]))
}

/** Marks what the deleted marks still hold, and what was added, unless it waits with a time that is as new. */
export async function putBack(
  run: Run,
  organization: string,
  { touched, others, due }: Taken,
  added: readonly Due[],
): Promise<void> {
  const done = new Set(due.map(({ work }) => workText(work)))
  const waiting = allOf(others)
  const held = [...allOf(touched)].filter(([text]) => !done.has(text))
  const left = newestTimes([...held, ...added.map(({ work, time }) => [workText(work), time] as const)])
  const rest = [...left].filter(([text, time]) => time > (waiting.get(text) ?? ''))
  const byRank = Map.groupBy(rest, ([text]) => rankOfWork(readWork(text)))
  const rows = [...byRank.values()].flatMap((own) =>
    chunksOf(own).map((chunk) => ({
      id: randomUUID(),
      subjects: chunk.map(([text]) => text),
      times: chunk.map(([, time]) => time),
    })),
  )
  if (rows.length > 0) await run(addMarks, organization, { rows })
}

/**
 * Deletes the other marks as well, as nothing follows from any without connected data. That waits for their makers, one of
 * whom may have brought the first of it: then all of them are put back.
 */
export async function dropMarks(run: Run, organization: string, { touched, others, rank }: Taken): Promise<void> {
  if (others.length > 0) await run(deleteMarks, organization, { ids: others.map(({ id }) => id) })
  const [data] = await run(hasConnectedData, organization, {})
  if (data?.has) await putBack(run, organization, { touched: [...touched, ...others], others: [], due: [], rank }, [])
}

function chunksOf<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / SUBJECTS)
  return Array.from({ length: count }, (_, at) => all.slice(at * SUBJECTS, (at + 1) * SUBJECTS))
}
