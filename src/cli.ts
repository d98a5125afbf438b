import { runProgram } from './cli/program.ts'
import { Command, type CommanderError } from 'commander'
import { configCommand } from './cli/config.command.ts'
import { databaseCommand } from './cli/database.command.ts'
import { demoCommand } from './cli/demo.command.ts'
import { exportCommand } from './cli/export/export.command.ts'
import { describeCommandFailure, exitCodeOf } from './cli/failure.ts'
import { filesCommand } from './cli/files.command.ts'
import { importCommand } from './cli/import/import.command.ts'
import { keyCommand } from './cli/key.command.ts'
import { loginCommand } from './cli/login.command.ts'
import { mailCommand } from './cli/mail.command.ts'
import { memberLoginCommand } from './cli/member-login.command.ts'
import { membershipsCommand } from './cli/memberships.command.ts'
import { migrateCommand } from './cli/migrate.command.ts'
import { processorCommand } from './cli/processor.command.ts'
import { tenantCommand } from './cli/tenant.command.ts'

/** The command line. Commands work on the same database as the server, also while it runs. */
const program = new Command('guildhall')
  .description(
    'Guildhall: membership and association management. Settings come from the environment; see: guildhall config',
  )
  .showHelpAfterError('(add --help for what can be given)')
  .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 the command was not understood.')

for (const command of [
  migrateCommand(),
  tenantCommand(),
  loginCommand(),
  keyCommand(),
  processorCommand(),
  demoCommand(),
  importCommand(),
  exportCommand(),
  mailCommand(),
  filesCommand(),
  memberLoginCommand(),
  membershipsCommand(),
  configCommand(),
  databaseCommand(),
])
  program.addCommand(command)

/** Errors are thrown, also by subcommands, so that one function prints them and sets the exit code. */
const throwErrors = (command: Command): void => {
  command.exitOverride((error: CommanderError) => {
    throw error
  })
  for (const inner of command.commands) throwErrors(inner)
}
throwErrors(program)

// A reader such as head has seen enough; without a listener, that would end in a stack trace.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await runProgram(process.argv.slice(2))
