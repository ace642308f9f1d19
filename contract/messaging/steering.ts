import { endpoint } from '../endpoint.ts'
import { idParams } from '../pages.ts'
import { campaignReport } from './sent-sms.ts'

const steering = {
  method: 'POST',
  access: { ability: 'messages.send', whileGated: true },
  params: idParams,
  response: campaignReport,
  errors: ['invalid_input', 'not_found', 'message_over'],
} as const

export const pauseCampaign = endpoint({
  ...steering,
  path: '/api/messaging/sms/sent/{id}/pause',
  summary: 'Hand nothing more over for now; what a gateway has already is not stopped',
})

export const resumeCampaign = endpoint({
  ...steering,
  path: '/api/messaging/sms/sent/{id}/resume',
  summary: 'Go on with a message that was paused',
})

export const cancelCampaign = endpoint({
  ...steering,
  path: '/api/messaging/sms/sent/{id}/cancel',
  summary: 'Send nothing of the rest; its units come back',
})
