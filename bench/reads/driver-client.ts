import { respondAs } from '../worker.ts'
import { type DriverTarget, openBareReader } from './bare-reader.ts'
import { closedLoop, type Load, type Window } from './closed-loop.ts'

export type DriverClient = {
  load(targets: Record<string, DriverTarget>): void
  run(load: Load & { target: string }): Promise<Window>
}

const reader = openBareReader()

respondAs<DriverClient>({
  load: reader.load,
  run: ({ target, ...load }) => closedLoop((turn) => reader.read(target, turn), load),
})
