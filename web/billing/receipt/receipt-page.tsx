import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { readReceipt } from '#contract/billing/receipts.ts'
import { ApiFailure } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { read } from '../../api/queries.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconDownload, IconPrinter } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { BareFrame } from '../../ui/surfaces/bare-frame.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useWayBack, type WayBack } from '../way-back.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'
import classes from './receipt.module.css'
import { useDownload } from '../history/use-download.ts'

type ReceiptProps = { id: string; back: Omit<WayBack, 'onClick'> & Partial<Pick<WayBack, 'onClick'>> }

function Acts({ id }: { id: string }) {
  const t = useTexts()
  const { isBusy, download } = useDownload()
  return (
    <>
      <Button icon={IconPrinter} onClick={() => print()}>
        {t('billing.receipt.print')}
      </Button>
      <Button kind="primary" icon={IconDownload} busy={isBusy} onClick={() => download(id)}>
        {t('billing.receipt.download')}
      </Button>
    </>
  )
}

function Missing({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const t = useTexts()
  const isNone = failure instanceof ApiFailure && (failure.code === 'not_found' || failure.code === 'invalid_input')
  if (!isNone) return <Failed failure={failure} onRetry={onRetry} />
  return (
    <Empty title={t('billing.receipt.noneTitle')} picture="lens">
      {t('billing.receipt.noneText')}
    </Empty>
  )
}

function ReceiptOf({ id, back }: ReceiptProps) {
  const t = useTexts()
  const { data, error, refetch } = useQuery(read(readReceipt, { params: { id } }))
  const tabTitle = data && `${t('billing.receipt.title')} ${data.number}`
  return (
    <div className={classes['page']}>
      <PageHeader
        title={t('billing.receipt.title')}
        back={back}
        actions={data && <Acts id={id} />}
        {...(tabTitle && { tabTitle })}
      />
      {data ? (
        <ReceiptSheet receipt={data} />
      ) : (
        <Card padded={false}>
          {error ? <Missing failure={error} onRetry={() => void refetch()} /> : <Loading rows={5} />}
        </Card>
      )}
    </div>
  )
}

/** The receipt of a payment, to be read, printed and kept. */
export function ReceiptPage() {
  const t = useTexts()
  const { id } = useParams({ from: '/tenant/billing-history/$id' })
  return <ReceiptOf id={id} back={{ to: paths.billingHistory, label: t('billing.history.title') }} />
}

/** The same while the gate is shut. */
export function ReceiptWhileGatedPage() {
  const { id } = useParams({ from: '/gated/receiptexpired/$id' })
  const back = useWayBack(paths.billingHistory)
  return (
    <BareFrame title={useSession().church.name}>
      <ReceiptOf id={id} back={back} />
    </BareFrame>
  )
}
