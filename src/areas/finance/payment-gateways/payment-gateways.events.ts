/** The events of payment gateways. Payload: name. */
export const paymentGatewayEvents = {
  created: 'paymentgateway.created',
  updated: 'paymentgateway.updated',
  deleted: 'paymentgateway.deleted',
} as const
