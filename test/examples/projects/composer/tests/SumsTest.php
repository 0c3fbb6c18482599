<?php

use PHPUnit\Framework\TestCase;
use Sums\Sums;

final class SumsTest extends TestCase
{
    public function testSum(): void
    {
        self::assertSame(6, Sums::sum(1, 2, 3));
    }
}
