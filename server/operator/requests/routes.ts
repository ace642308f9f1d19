import * as calls from '#contract/operator/requests.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { approveDeskPayment, refundDeskPayment, refuseDeskPayment } from './decide-payment.ts'
import { decideSenderRequest } from './decide-sender-request.ts'
import { listDeskPayments } from './list-desk-payments.ts'
import { listSenderRequests } from './list-sender-requests.ts'
import { readDeskProof } from './read-desk-proof.ts'

/** What is done to a church is done inside it: besides the desk, the transaction sees that one church. */
export function requestRoutes(serve: Serve, house: House): void {
  const { database } = house
  serve(calls.listSenderRequests, ({ query, transact }) => transact((tx) => listSenderRequests(tx, query)))
  serve(calls.decideSender, ({ params: { churchId: tenantId, id }, body, operator: { operatorId }, actor, at }) =>
    database.withOperator({ operatorId, tenantId }, (tx) =>
      decideSenderRequest(tx, house, { tenantId, senderId: id, decided: body, actor, at }),
    ),
  )
  serve(calls.listDeskPayments, ({ query, at, transact }) => transact((tx) => listDeskPayments(tx, query, at)))
  serve(calls.readProof, ({ params: { churchId: tenantId, id }, operator: { operatorId }, actor, at }) =>
    database.withOperator({ operatorId, tenantId }, (tx) => readDeskProof(tx, { tenantId, id, actor, at })),
  )
  serve(calls.approvePayment, ({ params: { churchId: tenantId, id }, body, operator: { operatorId }, actor, at }) =>
    database.withOperator({ operatorId, tenantId }, (tx) =>
      approveDeskPayment(tx, house, { ...body, tenantId, paymentId: id, actor, at }),
    ),
  )
  serve(calls.refundPayment, ({ params: { churchId: tenantId, id }, body, operator: { operatorId }, actor, at }) =>
    database.withOperator({ operatorId, tenantId }, (tx) =>
      refundDeskPayment(tx, house, { ...body, tenantId, paymentId: id, actor, at }),
    ),
  )
  serve(calls.refusePayment, ({ params: { churchId: tenantId, id }, body, operator: { operatorId }, actor, at }) =>
    database.withOperator({ operatorId, tenantId }, (tx) =>
      refuseDeskPayment(tx, house, { ...body, tenantId, paymentId: id, actor, at }),
    ),
  )
}
