import { ErrorMessage } from '../../frame/error-details.tsx';
import { errorReport } from '../../frame/error-report.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { copyText } from '../../kit/copy-text.ts';
import { useExtensionFaults } from '../../platform/extensions/use-extensions.ts';

/** The extensions that were turned off because they threw an error. */
export function ExtensionFaults() {
  const { faults, retry } = useExtensionFaults();
  return faults.map(({ id, name, error }) => (
    <Banner
      key={id}
      kind="warning"
      title={`The extension “${name}” was turned off because of an error`}
      actions={
        <>
          <Button size="small" onPress={retry}>
            Retry
          </Button>
          <Button size="small" onPress={() => void copyText(errorReport(error), 'Copied the error')}>
            Copy error
          </Button>
        </>
      }
    >
      <ErrorMessage error={error} />
    </Banner>
  ));
}
