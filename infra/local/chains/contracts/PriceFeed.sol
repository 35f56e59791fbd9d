// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A price feed with Chainlink's AggregatorV3Interface, whose rounds its owner posts.
contract PriceFeed {
    uint8 public constant decimals = 8;
    uint256 public constant version = 4;
    address public immutable owner;
    string public description;

    struct Round {
        int256 answer;
        uint256 updatedAt;
    }

    uint80 private latestRound;
    mapping(uint80 roundId => Round) private rounds;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    error NotOwner();
    error NoDataPresent();

    constructor(string memory pair) {
        owner = msg.sender;
        description = pair;
    }

    function post(int256 answer) external {
        if (msg.sender != owner) revert NotOwner();
        latestRound += 1;
        rounds[latestRound] = Round(answer, block.timestamp);
        emit AnswerUpdated(answer, latestRound, block.timestamp);
    }

    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        return getRoundData(latestRound);
    }

    function getRoundData(uint80 id)
        public
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        Round memory round = rounds[id];
        if (round.updatedAt == 0) revert NoDataPresent();
        return (id, round.answer, round.updatedAt, round.updatedAt, id);
    }
}
