import { useState } from 'react'
import type { ImportFile } from '#contract/people/imports.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconDownload } from '../../../ui/icons.ts'
import { toast } from '../../../ui/toasts/index.ts'
import { actFailureText } from '../failure-text.ts'
import { useRowsFile } from '../rows/use-rows-file.ts'

/** The broken rows with what is wrong in each, to be corrected and uploaded again. */
export function BrokenRowsButton({ file }: { file: ImportFile }) {
  const t = useTexts()
  const { broken } = file.figures
  const { save } = useRowsFile(file, 'broken', broken)
  const [isBusy, setBusy] = useState(false)
  if (broken === 0) return null
  const take = () => {
    setBusy(true)
    void save('xlsx', true)
      .catch((failure: unknown) => toast.bad(t('people.import.notDownloaded'), { text: t(actFailureText(failure)) }))
      .finally(() => setBusy(false))
  }
  return (
    <Button icon={IconDownload} busy={isBusy} onClick={take}>
      {t('people.import.downloadBroken', { count: broken })}
    </Button>
  )
}
