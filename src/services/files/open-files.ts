import { join } from 'node:path'
import type { Config } from '#kernel/config/settings'
import { clamdScan } from './clamd-scan.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { removeStaleReceived } from './received-file.ts'
import type { UploadSettings } from './upload-body.ts'
import { noScan, type VirusScan } from './virus-scan.ts'

/** What a process needs to store and send files. */
export interface Files {
  readonly store: FileStore
  readonly scan: VirusScan
  readonly uploads: UploadSettings
  /** Milliseconds after which an upload that no record uses is deleted. */
  readonly unusedMs: number
}

const HOUR_MS = 3_600_000

/** Opens the store and the virus scan of the settings. */
export const openFiles = async (config: Config): Promise<Files> => {
  const uploads = { folder: join(config.dataDir, 'uploads'), limit: config.fileLimit }
  await removeStaleReceived(uploads.folder)
  return {
    store: await openFileStore(config),
    scan: config.virusScanUrl === '' ? noScan : clamdScan(config.virusScanUrl),
    uploads,
    unusedMs: config.fileUnusedHours * HOUR_MS,
  }
}

/** Opens the store of the settings. The client of S3 is large: only installations that use it load it. */
export const openFileStore = async (config: Config): Promise<FileStore> => {
  if (config.filesS3Bucket === '') return folderStore(config.filesFolder || join(config.dataDir, 'files'))
  const { s3Store } = await import('./s3-store.ts')
  return s3Store({
    bucket: config.filesS3Bucket,
    endpoint: config.filesS3Endpoint,
    region: config.filesS3Region,
    accessKey: config.filesS3AccessKey,
    secretKey: config.filesS3SecretKey,
  })
}
