import { resolve } from 'node:path'
import { Command } from 'commander'
import type { Config } from '#kernel/config/settings'
import { readInstallationSecret } from '#services/auth/installation-secret'
import { openFileStore } from '#services/files/open-files'
import { writeBackup } from '../installation/backup/backup.ts'
import { restoreBackup } from '../installation/backup/restore.ts'
import { openDatabaseServer } from '../installation/installation.ts'
import { commandLog, readCommandConfig, requireInstallation, type SessionOptions } from './session.ts'

export const backupCommand = (): Command =>
  new Command('backup')
    .description('Write the whole installation to a new folder: the database and the files.')
    .argument('<folder>', 'a new or empty folder')
    .addHelpText(
      'after',
      '\nServers can continue to work. It needs pg_dump of the version of the server or newer\n' +
        '(POSTGRES_BIN names its folder), and a user that reads the rows of all tenants:\n' +
        'BACKUP_URL, or DATABASE_URL if it is not set. The secret of the installation is not\n' +
        'part of the backup: keep it apart. Protect the folder: it contains personal data.',
    )
    .action(backup)

export const restoreCommand = (): Command =>
  new Command('restore')
    .description('Restore a backup into an empty database and the file store.')
    .argument('<folder>', 'the folder that guildhall backup has written')
    .option('--force', 'delete everything that the database contains first', false)
    .addHelpText(
      'after',
      '\nSet GUILDHALL_SECRET, or restore secret-key, to the secret of the backup first. Stop\n' +
        'every server. The database is restored completely or not at all. Then start the server:\n' +
        'it applies pending migrations. Compare the files with: guildhall files check',
    )
    .action(restore)

/** Opens the database as it is, without migrations. */
const withDatabase = async (
  work: (config: Config, url: string) => Promise<void>,
  { creates = false }: SessionOptions = {},
): Promise<void> => {
  const config = readCommandConfig()
  if (!creates) requireInstallation(config)
  const server = await openDatabaseServer(config, commandLog(process.env))
  try {
    await work(config, server.url)
  } finally {
    await server.stop()
  }
}

const fingerprintsOf = (config: Config): string[] =>
  readInstallationSecret(config)
    .keys('fingerprint')
    .map((key) => Buffer.from(key).toString('hex'))

const onStep = (step: string): void => console.error(step)

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const backup = (folder: string): Promise<void> =>
  withDatabase(async (config, url) => {
    const [secretFingerprint = ''] = fingerprintsOf(config)
    const store = await openFileStore(config)
    const { BACKUP_URL } = process.env
    const source = BACKUP_URL
      ? ({ url: BACKUP_URL, variable: 'BACKUP_URL' } as const)
      : { url, variable: 'DATABASE_URL' as const }
    const { database, files } = await writeBackup({ source, store, folder: resolve(folder), secretFingerprint, onStep })
    console.log(
      `Backed up ${megabytes(database.bytes)} of the database and ${files.count} files (${megabytes(files.bytes)}) to ` +
        `${folder}. Keep the secret of the installation apart.`,
    )
  })

const restore = (folder: string, { force }: { force: boolean }): Promise<void> =>
  withDatabase(
    async (config, url) => {
      const store = await openFileStore(config)
      const { createdAt, files } = await restoreBackup({
        url,
        store,
        folder: resolve(folder),
        fingerprints: fingerprintsOf(config),
        isForced: force,
        onStep,
      })
      console.log(`Restored the backup of ${createdAt} with ${files.count} files. Start the server now.`)
    },
    { creates: true },
  )
