import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../runtime/folders.ts'
import { markdownTable } from './markdown-table.ts'

/** A third-party package that is part of an installation. */
export interface ShippedPackage {
  name: string
  version: string
  /** The SPDX identifier. */
  licence: string
  /** Where it runs: in the processes, or in the Explorer's pages. */
  of: 'processes' | 'explorer'
}

interface Locked {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
  os?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Packages that the Explorer's build needs, but its pages do not contain. */
const BUILD_ONLY = /^(@types\/|@vitejs\/|@tenant-data\/|vite$)/

/**
 * The packages in package-lock.json of an installation without development dependencies, and those in the Explorer's
 * pages. Packages with a binary for one platform are left out, because they are compiled parts of another package.
 */
export function shippedPackages(): ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const shipped = new Map<string, ShippedPackage>()
  const add = (path: string, part: ShippedPackage['of']) => {
    const { version = '', license = 'none' } = packages[path] ?? {}
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const key = `${name}@${version}`
    if (!shipped.has(key)) shipped.set(key, { name, version, licence: license, of: part })
  }
  for (const [path, { dev, link, os }] of Object.entries(packages)) {
    if (path.startsWith('node_modules/') && !dev && !link && !os) add(path, 'processes')
  }
  const roots = Object.keys(packages.explorer?.devDependencies ?? {}).filter((name) => !BUILD_ONLY.test(name))
  for (const name of closure(packages, roots)) add(`node_modules/${name}`, 'explorer')
  return [...shipped.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

function closure(packages: Record<string, Locked>, roots: string[]): Set<string> {
  const found = new Set<string>()
  for (const rest = [...roots]; rest.length > 0; ) {
    const name = rest.pop() ?? ''
    if (found.has(name)) continue
    found.add(name)
    rest.push(...Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {}))
  }
  return found
}

/** Every third-party package with its license. */
export function licenceTable(): string {
  const rows = shippedPackages().map(({ name, version, licence, of: part }) => [`\`${name}\``, version, licence, part])
  return markdownTable(['Package', 'Version', 'License', 'In'], rows)
}
