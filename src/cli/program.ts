import { Command, type CommanderError } from 'commander'
import { configCommand } from './config.command.ts'
import { databaseCommand } from './database.command.ts'
import { demoCommand } from './demo.command.ts'
import { exportCommand } from './export/export.command.ts'
import { describeCommandFailure, exitCodeOf } from './failure.ts'
import { filesCommand } from './files.command.ts'
import { importCommand } from './import/import.command.ts'
import { keyCommand } from './key.command.ts'
import { ledgerCommand } from './ledger.command.ts'
import { loginCommand } from './login.command.ts'
import { mailCommand } from './mail.command.ts'
import { memberLoginCommand } from './member-login.command.ts'
import { membershipsCommand } from './memberships.command.ts'
import { migrateCommand } from './migrate.command.ts'
import { peerCommand } from './peer.command.ts'
import { processorCommand } from './processor.command.ts'
import { tenantCommand } from './tenant.command.ts'

/** Errors are thrown, also by subcommands, so that one function prints them and sets the exit code. */
const throwErrors = (command: Command): void => {
  command.exitOverride((error: CommanderError) => {
    throw error
  })
  for (const inner of command.commands) throwErrors(inner)
}

/** The command line. Commands work on the same database as the server, also while it runs. */
const openProgram = (): Command => {
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
    ledgerCommand(),
    demoCommand(),
    importCommand(),
    exportCommand(),
    filesCommand(),
    mailCommand(),
    memberLoginCommand(),
    membershipsCommand(),
    configCommand(),
    databaseCommand(),
    peerCommand(),
  ])
    program.addCommand(command)
  throwErrors(program)
  return program
}

/**
 * Runs a command. Prints its error, if it fails.
 *
 * @param args the words after `guildhall`.
 * @returns the exit code.
 */
export const runProgram = async (args: readonly string[]): Promise<number> => {
  try {
    await openProgram().parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    const message = describeCommandFailure(error)
    if (message !== undefined) process.stderr.write(`${message}\n`)
    return exitCodeOf(error)
  }
}
