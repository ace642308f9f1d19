import type { AppContext } from '../../platform/app-context.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'
import { selectMember } from '../operators/operator-store.ts'
import { selectChange, type ChangeRecord } from './change-store.ts'
import { linesOf, titleOf } from './change-words.ts'

type ChangeNotification = { changeId: string; operatorId: string }

/** Mails an operator what waits for a second one, or what became of it; as it is when the mail leaves. */
export async function tellChange(context: AppContext, { changeId, operatorId }: ChangeNotification): Promise<void> {
  const found = await context.database.withOperator({ operatorId }, async (tx) => ({
    change: await selectChange(tx, changeId, context.clock.now()),
    to: await selectMember(tx, operatorId),
  }))
  if (!found.change || !found.to) return
  const mail = changeMail(found.change, {
    ...found.to,
    link: `${context.config.publicUrl}/operator/changes?id=${changeId}`,
  })
  if (mail) await context.sendMail(mail)
}

type Reader = { name: string; email: string; link: string }

/** Null: there is nothing to tell any more. */
function changeMail(change: ChangeRecord, { name, email, link }: Reader): Mail | null {
  const { askedBy, decidedBy, decidedReason, reason } = change
  const title = titleOf(change)
  const body = [...linesOf(change), ...(reason === '' ? [] : [`Reason: ${reason}`])]
  const second = decidedBy?.name ?? 'A command on the server'
  if (change.state === 'waiting')
    return renderEmail({
      to: email,
      subject: `To confirm: ${title}`,
      paragraphs: [
        `Hello ${name},`,
        `${askedBy.name} requested this change. Nothing changes until another operator confirms it.`,
        ...body,
      ],
      button: { title: 'Review change', link },
      closing: 'If you did not expect this, reject it and talk to the other operators.',
    })
  if (change.state === 'applied')
    return renderEmail({
      to: email,
      subject: `Confirmed: ${title}`,
      paragraphs: [
        `Hello ${name},`,
        `${askedBy.name} requested this change and ${second} confirmed it. It is now in effect.`,
        ...body,
      ],
      button: { title: 'View change', link },
      closing: 'If something is wrong, talk to the other operators immediately.',
    })
  if (change.state === 'refused')
    return renderEmail({
      to: email,
      subject: `Rejected: ${title}`,
      paragraphs: [`Hello ${name},`, `${second} rejected your request: ${decidedReason ?? ''}`, ...body],
      button: { title: 'View change', link },
    })
  return null
}
