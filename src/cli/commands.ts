import type { Command } from 'commander'

/** A command as the help of the program shows it. Its code is loaded when it is called. */
export interface ListedCommand {
  name: string
  description: string
  load(): Promise<Command>
}

/** The commands, in the order of the help. */
export const commands: readonly ListedCommand[] = [
  {
    name: 'migrate',
    description: 'Apply pending migrations. It is safe to run at any time and several times at once.',
    load: async () => (await import('./migrate.command.ts')).migrateCommand(),
  },
  {
    name: 'tenant',
    description: 'Create, rename and list tenants, and change their settings.',
    load: async () => (await import('./tenant.command.ts')).tenantCommand(),
  },
  {
    name: 'login',
    description: 'Create, disable and enable staff logins, and reset their passwords.',
    load: async () => (await import('./login.command.ts')).loginCommand(),
  },
  {
    name: 'key',
    description: 'Create, list and revoke API keys.',
    load: async () => (await import('./key.command.ts')).keyCommand(),
  },
  {
    name: 'processor',
    description: 'Store and show the connection of a tenant with the payment processor.',
    load: async () => (await import('./processor.command.ts')).processorCommand(),
  },
  {
    name: 'ledger',
    description: 'Show and repair the sync of the books with the accounting ledger of a tenant.',
    load: async () => (await import('./ledger.command.ts')).ledgerCommand(),
  },
  {
    name: 'demo',
    description: 'Fill a tenant with fictitious contacts and with the work of its office.',
    load: async () => (await import('./demo.command.ts')).demoCommand(),
  },
  {
    name: 'import',
    description: 'Import records from files.',
    load: async () => (await import('./import/import.command.ts')).importCommand(),
  },
  {
    name: 'export',
    description: 'Write records to files.',
    load: async () => (await import('./export/export.command.ts')).exportCommand(),
  },
  {
    name: 'files',
    description: 'Compare the stored files with the database.',
    load: async () => (await import('./files.command.ts')).filesCommand(),
  },
  {
    name: 'mail',
    description: 'List and show mails.',
    load: async () => (await import('./mail.command.ts')).mailCommand(),
  },
  {
    name: 'member-login',
    description: 'Create, invite and disable logins of members.',
    load: async () => (await import('./member-login.command.ts')).memberLoginCommand(),
  },
  {
    name: 'memberships',
    description: 'Manage memberships.',
    load: async () => (await import('./memberships.command.ts')).membershipsCommand(),
  },
  {
    name: 'config',
    description: 'Show every setting with the source of its value. Secrets are not shown.',
    load: async () => (await import('./config.command.ts')).configCommand(),
  },
  {
    name: 'backup',
    description: 'Write the whole installation to a new folder: the database and the files.',
    load: async () => (await import('./backup.command.ts')).backupCommand(),
  },
  {
    name: 'restore',
    description: 'Restore a backup into an empty database and the file store.',
    load: async () => (await import('./backup.command.ts')).restoreCommand(),
  },
  {
    name: 'doctor',
    description: 'Check settings, database, workers, mail and files, and say what to do.',
    load: async () => (await import('./doctor.command.ts')).doctorCommand(),
  },
  {
    name: 'database',
    description: 'Print the statements that create the logins of this installation.',
    load: async () => (await import('./database.command.ts')).databaseCommand(),
  },
  {
    name: 'peer',
    description: 'Manage other installations, whose tenants can take part in exchanges.',
    load: async () => (await import('./peer.command.ts')).peerCommand(),
  },
]
