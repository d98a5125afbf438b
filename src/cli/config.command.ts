import { Command } from 'commander'
import { describeConfig, readConfig } from '#kernel/config/config'

export const configCommand = (): Command =>
  new Command('config')
    .description('Show every setting with the source of its value and its purpose. Secrets are not shown.')
    .action(() => console.log(describeConfig(readConfig(process.env), process.env)))
