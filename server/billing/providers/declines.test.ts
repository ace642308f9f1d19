import { expect, test } from 'vitest'
import { paystackDecline, stripeDecline } from './declines.ts'

test.each([
  [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'soft', 'insufficient_funds'],
  [{ code: 'card_declined', decline_code: 'try_again_later' }, 'soft', 'try_again_later'],
  [{ code: 'card_declined', decline_code: 'stolen_card' }, 'hard', 'stolen_card'],
  [{ code: 'expired_card', decline_code: null }, 'hard', 'expired_card'],
  [{ code: 'authentication_required', decline_code: 'generic_decline' }, 'hard', 'generic_decline'],
  [
    { code: 'card_declined', decline_code: 'generic_decline', advice_code: 'do_not_try_again' },
    'hard',
    'generic_decline',
  ],
  [
    { code: 'card_declined', decline_code: 'generic_decline', advice_code: 'try_again_later' },
    'soft',
    'generic_decline',
  ],
  [{}, 'soft', 'unknown'],
])('Stripe’s %j is a %s decline', (said, kind, code) => {
  expect(stripeDecline(said)).toEqual({ kind, code })
})

test.each([
  [{ response_code: '51', gateway_response: 'Insufficient Funds' }, 'soft', 'insufficient_funds'],
  [{ response_code: '54', gateway_response: 'Expired card' }, 'hard', 'expired_card'],
  [{ response_code: 'r0', gateway_response: 'Stop payment' }, 'hard', 'stop_payment'],
  [{ response_code: '91', gateway_response: 'Issuer closed for the night' }, 'soft', 'issuer_closed_for_the_night'],
  [{ gateway_response: 'Lost Card, Pick-Up' }, 'hard', 'lost_card_pick_up'],
  [{ gateway_response: 'Declined' }, 'soft', 'declined'],
  [{}, 'soft', 'unknown'],
])('Paystack’s %j is a %s decline', (said, kind, code) => {
  expect(paystackDecline(said)).toEqual({ kind, code })
})
