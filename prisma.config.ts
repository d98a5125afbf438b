import { defineConfig } from 'prisma/config'

// For `prisma generate` and editors. Migrations are applied by src/installation/migrations, not by Prisma's CLI.
export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
})
