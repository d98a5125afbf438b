import type { Area } from '#areas/area'
import { registrationPage } from './registration-page.routes.ts'

export const registrationPageArea: Area = {
  routes: [registrationPage],
}
