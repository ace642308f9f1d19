import { useTexts } from '../../languages/index.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { IconCopy } from '../../ui/icons.ts'
import { toast } from '../../ui/toasts/index.ts'

type CopyLineProps = { label: string; value: string; isNumber?: boolean }

/** Something to be written on a transfer, and the way to copy it. */
export function CopyLine({ label, value, isNumber = false }: CopyLineProps) {
  const t = useTexts()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      toast.ok(t('billing.transfer.copied'))
    } catch {
      toast.warn(t('billing.transfer.notCopied'))
    }
  }
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {isNumber ? (
          <bdi dir="ltr" className="num">
            {value}
          </bdi>
        ) : (
          value
        )}
        <IconButton label={t('billing.transfer.copy', { name: label })} icon={IconCopy} onClick={() => void copy()} />
      </dd>
    </>
  )
}
