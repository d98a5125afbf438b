import { Command } from 'commander'
import { describeConfig } from '#kernel/config/config'
import { readCommandConfig } from './session.ts'

export const configCommand = (): Command =>
  new Command('config')
    .description('Show every setting with the source of its value and its purpose. Secrets are not shown.')
    .action(() => console.log(describeConfig(readCommandConfig(), process.env)))
