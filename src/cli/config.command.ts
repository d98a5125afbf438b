import { Command } from 'commander'
import { describeConfig, readConfig } from '#kernel/config/config'

export const configCommand = (): Command =>
  new Command('config')
    .description('Show every setting, where its value comes from and what it is for. Secrets are not shown.')
    .action(() => console.log(describeConfig(readConfig(process.env), process.env)))
