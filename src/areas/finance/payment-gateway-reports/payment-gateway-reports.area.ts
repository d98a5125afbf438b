import type { Area } from '#areas/area'
import { paymentGatewayReports } from './payment-gateway-reports.routes.ts'

export const paymentGatewayReportsArea: Area = {
  routes: [paymentGatewayReports],
}
