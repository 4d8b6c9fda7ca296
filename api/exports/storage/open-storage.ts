import type { Environment } from '../../../schemas/environment.ts'
import { localStorage } from './local-storage.ts'
import type { ExportStorage, FoundFile } from './storage.ts'

/**
 * Opens the storage that the settings name. The S3 client is loaded at its first use, because it takes 36 MB of memory
 * and most installations do not need it.
 */
export function openStorage(environment: Environment): ExportStorage {
  const { EXPORTS_S3_BUCKET: bucket } = environment
  if (bucket === undefined) return localStorage(environment.EXPORTS_FOLDER)
  let loaded: Promise<ExportStorage> | undefined
  const storage = () => {
    loaded ??= import('./s3-storage.ts').then(({ s3Storage }) => s3Storage(bucket, environment))
    return loaded
  }
  return {
    create: async (name) => (await storage()).create(name),
    open: async (name, range) => (await storage()).open(name, range),
    remove: async (name) => (await storage()).remove(name),
    removeAll: async (organization) => (await storage()).removeAll(organization),
    async *list(): AsyncGenerator<FoundFile> {
      yield* (await storage()).list()
    },
  }
}
