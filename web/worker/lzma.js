// Decompresses LZMA. It makes a module a quarter smaller than gzip does, and two modules together
// smaller still, since they have much in common. The format is specified in "lzma-specification" of
// the LZMA SDK.

/** Bytes of the header: properties, size of the dictionary, size of the content. */
const LZMA_HEADER = 13;

/** Decodes bits by how probable they are, which it learns. */
class RangeDecoder {
  #bytes;
  #next;
  #range = 0xffffffff;
  #code = 0;

  constructor(bytes, begin) {
    this.#bytes = bytes;
    this.#next = begin + 1;
    for (let i = 0; i < 4; i += 1) {
      this.#code = ((this.#code << 8) | this.#bytes[this.#next++]) >>> 0;
    }
  }

  #normalize() {
    if (this.#range < 0x1000000) {
      this.#range = (this.#range << 8) >>> 0;
      this.#code = ((this.#code << 8) | (this.#bytes[this.#next++] ?? 0)) >>> 0;
    }
  }

  /** Decodes a bit whose probability is a cell of a list. */
  bit(probabilities, index) {
    const probability = probabilities[index];
    const bound = (this.#range >>> 11) * probability;
    let bit = 0;
    if (this.#code < bound) {
      this.#range = bound;
      probabilities[index] = probability + ((2048 - probability) >> 5);
    } else {
      this.#range -= bound;
      this.#code -= bound;
      probabilities[index] = probability - (probability >> 5);
      bit = 1;
    }
    this.#normalize();
    return bit;
  }

  /** Decodes bits that are as often 0 as 1. */
  plainBits(count) {
    let value = 0;
    for (let i = 0; i < count; i += 1) {
      this.#range >>>= 1;
      const bit = this.#code >= this.#range ? 1 : 0;
      this.#code -= bit * this.#range;
      this.#normalize();
      value = value * 2 + bit;
    }
    return value;
  }

  /** Decodes a number of some bits, the highest first. */
  number(probabilities, bits, offset = 0) {
    let node = 1;
    for (let i = 0; i < bits; i += 1) {
      node = (node << 1) | this.bit(probabilities, offset + node);
    }
    return node - (1 << bits);
  }

  /** Decodes a number of some bits, the lowest first. */
  reversedNumber(probabilities, bits, offset = 0) {
    let [node, value] = [1, 0];
    for (let i = 0; i < bits; i += 1) {
      const bit = this.bit(probabilities, offset + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }
}

const evenOdds = (length) => new Uint16Array(length).fill(1024);

/** Decodes lengths of matches, from 2 to 273. */
class LengthDecoder {
  #choices = evenOdds(2);
  #low = evenOdds(16 << 3);
  #middle = evenOdds(16 << 3);
  #high = evenOdds(256);

  decode(decoder, position) {
    if (decoder.bit(this.#choices, 0) === 0) {
      return 2 + decoder.number(this.#low, 3, position << 3);
    }
    if (decoder.bit(this.#choices, 1) === 0) {
      return 10 + decoder.number(this.#middle, 3, position << 3);
    }
    return 18 + decoder.number(this.#high, 8);
  }
}

/** Decodes how far back a match lies, less 1. */
class DistanceDecoder {
  #slots = evenOdds(4 << 6);
  #special = evenOdds(128);
  #align = evenOdds(16);

  decode(decoder, length) {
    const slot = decoder.number(this.#slots, 6, Math.min(length - 2, 3) << 6);
    if (slot < 4) {
      return slot;
    }
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) {
      return base + decoder.reversedNumber(this.#special, bits, base - slot);
    }
    return base + decoder.plainBits(bits - 4) * 16 + decoder.reversedNumber(this.#align, 4);
  }
}

/** Decodes single bytes, by the byte before and where a match would have gone on. */
class LiteralDecoder {
  #probabilities;
  #contextBits;
  #positionMask;

  constructor(contextBits, positionBits) {
    this.#probabilities = evenOdds(0x300 << (contextBits + positionBits));
    this.#contextBits = contextBits;
    this.#positionMask = (1 << positionBits) - 1;
  }

  decode(decoder, at, before, matched) {
    const position = (at & this.#positionMask) << this.#contextBits;
    const offset = 0x300 * (position + (before >> (8 - this.#contextBits)));
    let [symbol, expected] = [1, matched];
    while (expected >= 0 && symbol < 0x100) {
      const bit = (expected >> 7) & 1;
      expected = (expected << 1) & 0xff;
      const found = decoder.bit(this.#probabilities, offset + ((1 + bit) << 8) + symbol);
      symbol = (symbol << 1) | found;
      if (found !== bit) {
        break;
      }
    }
    while (symbol < 0x100) {
      symbol = (symbol << 1) | decoder.bit(this.#probabilities, offset + symbol);
    }
    return symbol & 0xff;
  }
}

/**
 * Returns the first `length` bytes of the decompressed file.
 * @param {Uint8Array} bytes a file in the format "LZMA alone"
 */
export function decompressLzma(bytes, length) {
  const [contextBits, rest] = [bytes[0] % 9, Math.floor(bytes[0] / 9)];
  const [literalBits, positionBits] = [rest % 5, Math.floor(rest / 5)];
  const decoder = new RangeDecoder(bytes, LZMA_HEADER);
  const literals = new LiteralDecoder(contextBits, literalBits);
  const [lengths, repeatedLengths] = [new LengthDecoder(), new LengthDecoder()];
  const distances = new DistanceDecoder();
  const [isMatch, isLongRepeat] = [evenOdds(12 << 4), evenOdds(12 << 4)];
  const [isRepeat, isOlder, isSecondOlder, isThirdOlder] = [1, 2, 3, 4].map(() => evenOdds(12));
  const output = new Uint8Array(length);
  let recent = [0, 0, 0, 0];
  let [state, at] = [0, 0];
  while (at < length) {
    const position = at & ((1 << positionBits) - 1);
    if (decoder.bit(isMatch, (state << 4) + position) === 0) {
      const matched = state < 7 ? -1 : output[at - recent[0] - 1];
      output[at] = literals.decode(decoder, at, at > 0 ? output[at - 1] : 0, matched);
      at += 1;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count;
    if (decoder.bit(isRepeat, state) === 0) {
      count = lengths.decode(decoder, position);
      recent = [distances.decode(decoder, count), recent[0], recent[1], recent[2]];
      state = state < 7 ? 7 : 10;
    } else if (decoder.bit(isOlder, state) === 0) {
      const long = decoder.bit(isLongRepeat, (state << 4) + position);
      count = long === 0 ? 1 : repeatedLengths.decode(decoder, position);
      state = long === 0 ? (state < 7 ? 9 : 11) : state < 7 ? 8 : 11;
    } else {
      const [first, second, third, fourth] = recent;
      if (decoder.bit(isSecondOlder, state) === 0) {
        recent = [second, first, third, fourth];
      } else if (decoder.bit(isThirdOlder, state) === 0) {
        recent = [third, first, second, fourth];
      } else {
        recent = [fourth, first, second, third];
      }
      count = repeatedLengths.decode(decoder, position);
      state = state < 7 ? 8 : 11;
    }
    for (const end = Math.min(length, at + count); at < end; at += 1) {
      output[at] = output[at - recent[0] - 1];
    }
  }
  return output;
}
