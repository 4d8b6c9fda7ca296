import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { choosePort } from './ports.ts'

const Remembered = z.record(z.string(), z.object({ wanted: z.number(), port: z.number() }))

/**
 * Chooses ports and remembers them in the data folder, so that addresses stay valid after a restart.
 * @param name the server on the port, for the message if the wanted port is in use
 */
export type Ports = (name: string, wanted: number) => Promise<number>

/** The ports of a data folder. `wanted` 0 means any free port; it is remembered like every other. */
export function portsOf(dataFolder: string, onProgress: (line: string) => void): Ports {
  const file = join(dataFolder, 'ports.json')
  const remembered = read(file)
  const taken = new Set<number>()
  return async (name, wanted) => {
    const before = remembered[name]
    const preferred = before?.wanted === wanted ? [before.port, wanted] : [wanted]
    const port = await choosePort(preferred, taken)
    if (!preferred.includes(port) && wanted !== 0) onProgress(`Port ${wanted} is taken; ${name} uses ${port}.`)
    remembered[name] = { wanted, port }
    mkdirSync(dataFolder, { recursive: true })
    writeFileSync(`${file}.draft`, JSON.stringify(remembered))
    renameSync(`${file}.draft`, file)
    return port
  }
}

function read(file: string): z.infer<typeof Remembered> {
  try {
    return Remembered.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}
