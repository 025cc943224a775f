import { MAX_DEPTH } from './value.ts';

/** What a text may hold; looked at before anything of it is parsed. */
export interface JsonLimits {
  /** Of the whole text, in characters. */
  readonly maxLength: number;
  /** Levels of objects and arrays. */
  readonly maxDepth: number;
  /** Members of all objects together. */
  readonly maxKeys: number;
  /** Values of all lists and objects together, as far as commas and brackets tell. */
  readonly maxValues: number;
  /** Characters of one number: to read one of millions of digits takes a minute. */
  readonly maxNumberLength: number;
  /** Characters of one key or text as it is written, with its quotes. */
  readonly maxStringLength: number;
  /** Numbers of more than 15 digits, with an exponent, or with zeros to spare as in 1.0: each is read apart. */
  readonly maxLongNumbers: number;
  /** Broken texts up to this length are searched for the place, which takes ten times as long as to parse them. */
  readonly maxLocatedLength: number;
}

/** Texts longer than this are refused before they are looked at: 64 Mi characters. */
export const MAX_TEXT_LENGTH = 64 * 1024 * 1024;
/** A mapping of 250,000 fields has a fifth of it. */
const MAX_KEYS = 10_000_000;
/** As much as the parser of the engines takes. */
export const MAX_NUMBER_LENGTH = 1_000;

/** Of every text, unless its reader says less. */
export const DEFAULT_LIMITS: JsonLimits = {
  maxLength: MAX_TEXT_LENGTH,
  maxDepth: MAX_DEPTH,
  maxKeys: MAX_KEYS,
  maxValues: Number.POSITIVE_INFINITY,
  maxNumberLength: MAX_NUMBER_LENGTH,
  maxStringLength: Number.POSITIVE_INFINITY,
  maxLongNumbers: Number.POSITIVE_INFINITY,
  maxLocatedLength: MAX_TEXT_LENGTH,
};
