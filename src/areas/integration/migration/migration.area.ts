import type { Area } from '#areas/area'
import { migration } from './migration.routes.ts'

export const migrationArea: Area = {
  routes: [migration],
}
