import { randomUUID } from 'node:crypto'
import type { Run } from '../../cypher/connect.ts'
import { addMarks, deleteMarks, listMarks } from '../../cypher/reconcile.ts'
import { rankOfWork, readWork, type Work, workText } from './work.ts'

const MARKS = 50
/** What a mark holds at most, so that taking a part of one costs little. */
const SUBJECTS = 200
/** How much one transaction takes on, by rank: wide subjects, pages, records, requirements, pairs. */
const BUDGETS = [20, 200, 100, 100, 200]

interface Mark {
  id: string
  time: string
  texts: Set<string>
}

/** Marks of an organization, and what one transaction does of them: things of one rank. */
export interface Taken {
  marks: readonly Mark[]
  work: Work[]
  rank: number
  /** The newest event time among the marks. */
  time: string
}

/** Takes what comes first: the widest there is. Null when nothing is marked. */
export async function takeWork(run: Run, organization: string): Promise<Taken | null> {
  const rows = await run(listMarks, organization, { limit: MARKS })
  if (rows.length === 0) return null
  const marks = rows.map(({ id, time, subjects }) => ({ id, time, texts: new Set(subjects) }))
  const texts = [...new Set(marks.flatMap((mark) => [...mark.texts]))].map((text) => ({ text, work: readWork(text) }))
  const rank = Math.min(...texts.map(({ work }) => rankOfWork(work)))
  const own = texts.filter(({ work }) => rankOfWork(work) === rank).slice(0, BUDGETS[rank])
  const taken = new Set(own.map(({ text }) => text))
  const times = marks.filter((mark) => [...mark.texts].some((text) => taken.has(text))).map(({ time }) => time)
  return { marks, work: own.map(({ work }) => work), rank, time: times.reduce((a, b) => (a > b ? a : b), '') }
}

/** Deletes the marks of which something was done, and marks what they still hold and what was added. */
export async function putBack(run: Run, organization: string, { marks, work, time }: Taken, added: readonly Work[]) {
  const done = new Set(work.map(workText))
  const touched = marks.filter(({ texts }) => texts.size === 0 || [...texts].some((text) => done.has(text)))
  const waiting = new Set(marks.filter((mark) => !touched.includes(mark)).flatMap((mark) => [...mark.texts]))
  const left = new Set(touched.flatMap((mark) => [...mark.texts]).filter((text) => !done.has(text)))
  for (const one of added) left.add(workText(one))
  const rest = [...left].filter((text) => !waiting.has(text))
  const byRank = Map.groupBy(rest, (text) => rankOfWork(readWork(text)))
  const rows = [...byRank.values()].flatMap((texts) =>
    chunksOf(texts).map((subjects) => ({ id: randomUUID(), subjects, time })),
  )
  if (rows.length > 0) await run(addMarks, organization, { rows })
  await run(deleteMarks, organization, { ids: touched.map(({ id }) => id) })
}

/** Deletes marks that nothing follows from. */
export async function dropMarks(run: Run, organization: string, { marks }: Taken): Promise<void> {
  await run(deleteMarks, organization, { ids: marks.map(({ id }) => id) })
}

function chunksOf(texts: readonly string[]): string[][] {
  const count = Math.ceil(texts.length / SUBJECTS)
  return Array.from({ length: count }, (_, at) => texts.slice(at * SUBJECTS, (at + 1) * SUBJECTS))
}
