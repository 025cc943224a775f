import type { Page } from 'playwright';

type Role = Parameters<Page['getByRole']>[0];

interface ByRole {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
  readonly level?: number;
}

/** What a person's steps need of a locator of Playwright's, and means the same in every engine. */
export interface LocatorOf<Locator> {
  getByRole(role: Role, options?: ByRole): Locator;
  getByText(text: string | RegExp, options?: { readonly exact?: boolean }): Locator;
  filter(options: { readonly hasText: string | RegExp }): Locator;
  first(): Locator;
  click(): Promise<void>;
  /** Replaces what a field holds. */
  fill(text: string): Promise<void>;
  focus(): Promise<void>;
  waitFor(options?: { readonly state?: 'visible' | 'detached' }): Promise<void>;
  count(): Promise<number>;
  innerText(): Promise<string>;
  inputValue(): Promise<string>;
  isEnabled(): Promise<boolean>;
}

/** What a person's steps need of a page of Playwright's. */
export interface PageOf<Locator extends LocatorOf<Locator>> {
  readonly keyboard: {
    /** `Enter`, `Control+z`. */
    press(keys: string): Promise<void>;
    type(text: string): Promise<void>;
  };
  goto(address: string): Promise<unknown>;
  reload(): Promise<unknown>;
  bringToFront(): Promise<void>;
  close(): Promise<void>;
  url(): string | Promise<string>;
  getByRole(role: Role, options?: ByRole): Locator;
  getByText(text: string | RegExp, options?: { readonly exact?: boolean }): Locator;
  /** Evaluates an expression; what it gives is JSON. */
  evaluate<Result>(expression: string): Promise<Result>;
}

// oxlint-disable-next-line typescript/no-empty-object-type -- a type that is made of itself has to be an interface
export interface EngineLocator extends LocatorOf<EngineLocator> {}

/** A tab of whatever engine. Pages of Playwright are some. */
export type EnginePage = PageOf<EngineLocator>;

/** Calls a function that uses nothing but its argument in a page, and gives what it gives. */
export function callInPage<Argument, Result>(
  page: Pick<EnginePage, 'evaluate'>,
  call: (argument: Argument) => Result | Promise<Result>,
  argument: Argument,
): Promise<Result> {
  return page.evaluate<Result>(`(${call.toString()})(${JSON.stringify(argument)})`);
}
