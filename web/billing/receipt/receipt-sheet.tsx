import type { ReactNode } from 'react'
import type { Receipt } from '#contract/billing/receipts.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { Phrase, useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { BrandMark } from '../../ui/marks/brand-mark.tsx'
import { methodNames } from '../history/payment-words.ts'
import { MailLink } from '../mail-link.tsx'
import classes from './receipt.module.css'

type One = { receipt: Receipt }

/** A day as it stands on paper. */
function useDayOf() {
  const format = useFormat()
  return (at: string) => format.day(calendarDay(new Date(at), format.timeZone))
}

const Head = ({ receipt: { number } }: One) => (
  <header className={classes['head']}>
    <BrandMark large />
    <b className={classes['issuer']}>Narthex</b>
    <p className={classes['number']}>
      <span className="serif">{useTexts()('billing.receipt.title')}</span>
      <bdi dir="ltr" className="num muted">
        {number}
      </bdi>
    </p>
  </header>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Who paid, the church first; when, how, and under which reference. */
function Facts({ receipt }: One) {
  const t = useTexts()
  const dayOf = useDayOf()
  return (
    <dl className={classes['facts']}>
      <Fact label={t('billing.receipt.from')}>
        <b>{receipt.legalName || receipt.churchName}</b>
        {receipt.legalName && receipt.legalName !== receipt.churchName && <span>{receipt.churchName}</span>}
        {receipt.taxNumber && <span>{t('billing.receipt.taxNumber', { number: receipt.taxNumber })}</span>}
        {receipt.payerName && <span>{receipt.payerName}</span>}
        <span className="muted">{receipt.payerEmail}</span>
      </Fact>
      <Fact label={t('billing.receipt.date')}>{dayOf(receipt.issuedAt)}</Fact>
      <Fact label={t('billing.history.method')}>{t(methodNames[receipt.method])}</Fact>
      <Fact label={t('billing.history.reference')}>
        <bdi dir="ltr" className="num">
          {receipt.reference}
        </bdi>
      </Fact>
    </dl>
  )
}

/** Each line of the sum in words. */
function useLineName({ planName }: Receipt) {
  const t = useTexts()
  return ({ what, count }: Receipt['lines'][number]) => {
    if (what === 'units') return t('billing.line.units', { count })
    if (what === 'upgrade') return t('billing.line.upgrade', { count })
    return t('billing.history.months', { plan: planName ?? '', months: count })
  }
}

function Lines({ receipt }: One) {
  const t = useTexts()
  const money = useMoney()
  const nameOf = useLineName(receipt)
  return (
    <table className={classes['lines']}>
      <thead>
        <tr>
          <th scope="col">{t('billing.history.what')}</th>
          <th scope="col">{t('billing.history.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {receipt.lines.map((line) => (
          <tr key={`${line.what} ${line.count}`}>
            <th scope="row">{nameOf(line)}</th>
            <td className="num">{money.minor(line.amountMinor, receipt.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Net and tax, which add up to the total. */
function Tax({ receipt: { lines, taxMinor, taxRate, taxName, currency } }: One) {
  const t = useTexts()
  const money = useMoney()
  const net = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return (
    <dl className={classes['tax']}>
      <div>
        <dt>{t('billing.receipt.net')}</dt>
        <dd className="num">{money.minor(net, currency)}</dd>
      </div>
      <div>
        <dt>{t('billing.receipt.tax', { name: taxName || t('billing.receipt.taxName'), rate: taxRate })}</dt>
        <dd className="num">{money.minor(taxMinor, currency)}</dd>
      </div>
    </dl>
  )
}

function Sum({ receipt: { amountMinor, currency, refundedAt } }: One) {
  const t = useTexts()
  const money = useMoney()
  const dayOf = useDayOf()
  return (
    <div className={classes['sum']}>
      <p className={classes['total']}>
        <span>{t('billing.receipt.total')}</span>
        <span className="num">
          <b>{money.minor(amountMinor, currency)}</b> <span className="muted">{currency}</span>
        </span>
      </p>
      {refundedAt && (
        <p className={classes['back']}>
          <b>{t('billing.state.refunded')}</b>
          <span>{t('billing.receipt.refunded', { day: dayOf(refundedAt) })}</span>
        </p>
      )}
    </div>
  )
}

const Foot = ({ receipt: { supportEmail, number, issuerName, issuerTaxNumber } }: One) => {
  const t = useTexts()
  return (
    <footer className={classes['foot']}>
      {issuerName && (
        <p className="muted">
          {issuerName}
          {issuerTaxNumber && ` · ${t('billing.receipt.taxNumber', { number: issuerTaxNumber })}`}
        </p>
      )}
      <p className="strong">{t('billing.receipt.thanks')}</p>
      {supportEmail && (
        <p className="muted">
          <Phrase
            id="billing.receipt.questions"
            values={{ email: supportEmail, number }}
            parts={{
              mail: <MailLink email={supportEmail} subject={number} />,
              n: <span className={classes['unbroken']} />,
            }}
          />
        </p>
      )}
    </footer>
  )
}

/** The receipt as its PDF shows it: when the page is printed, nothing else of it is. */
export const ReceiptSheet = ({ receipt }: One) => (
  <article className={classes['sheet']} aria-label={receipt.number}>
    <Head receipt={receipt} />
    <Facts receipt={receipt} />
    <Lines receipt={receipt} />
    <Tax receipt={receipt} />
    <Sum receipt={receipt} />
    <Foot receipt={receipt} />
  </article>
)
